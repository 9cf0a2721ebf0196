"""What Flask-Security says, in the site's words."""

from __future__ import annotations

NOTHING = ""  # the page that follows says enough

ALWAYS = {
    "UNAUTHENTICATED": "Please sign in first.",
    "GENERIC_AUTHN_FAILED": "This address and this password do not go together.",
    "INVALID_PASSWORD": "This is not your password.",
    "PASSWORD_INVALID_LENGTH": "A password needs at least %(length)s characters.",
    "PASSWORD_NOT_PROVIDED": "Please type a password.",
    "RETYPE_PASSWORD_MISMATCH": "The two are not the same.",
    "EMAIL_NOT_PROVIDED": "Please type an address.",
    "INVALID_EMAIL_ADDRESS": "This is no mail address.",
    "PASSWORD_RESET_REQUEST": "If %(email)s has an account here, a mail with a link is on its way.",
    "PASSWORD_RESET_NO_LOGIN": "Your new password works: sign in with it. You were signed out everywhere else.",
    "PASSWORD_RESET_EXPIRED": "This link has expired: it worked for %(within)s. Ask for another.",
    "INVALID_RESET_PASSWORD_TOKEN": "This link does not work, or no longer. Ask for another.",
    "PASSWORD_CHANGE": "Your password is changed. You were signed out everywhere else.",
    "CONFIRMATION_REQUEST": "If %(email)s waits to be confirmed, a mail with a link is on its way.",
    "CONFIRMATION_EXPIRED": "This link has expired: it worked for %(within)s. Ask for another.",
    "INVALID_CONFIRMATION_TOKEN": "This link does not work, or no longer. Ask for another.",
    "ALREADY_CONFIRMED": "This address is confirmed already: sign in.",
    "EMAIL_CONFIRMED": "Thank you, your address is confirmed: sign in.",
    "REAUTHENTICATION_REQUIRED": "It has been a while: please type your password once more.",
    "REAUTHENTICATION_SUCCESSFUL": NOTHING,
    "TWO_FACTOR_CHANGE_METHOD_SUCCESSFUL": "The second factor is on. Make recovery codes now, for when it is lost.",
    "TWO_FACTOR_DISABLED": "The second factor is off.",
    "TWO_FACTOR_INVALID_TOKEN": "This code is not right, or was used already. Wait for the next one.",
    "TWO_FACTOR_LOGIN_SUCCESSFUL": NOTHING,
    "TWO_FACTOR_PERMISSION_DENIED": "Please sign in first.",
    "TWO_FACTOR_SETUP_EXPIRED": "That took longer than %(within)s. Please start again.",
    "INVALID_RECOVERY_CODE": "This is none of your recovery codes, or was used already.",
}
SIGNED_UP = {
    True: "Thank you. A mail is on its way to %(email)s: follow its link, then sign in.",
    False: "If %(email)s had no account here, it has one now: sign in with the password you chose.",
}


def messages(*, sends_mail: bool) -> dict[str, tuple[str, str]]:
    """As Flask-Security's settings."""
    said = {**ALWAYS, "CONFIRM_REGISTRATION": SIGNED_UP[sends_mail]}
    return {f"SECURITY_MSG_{name}": (text, "info") for name, text in said.items()}
