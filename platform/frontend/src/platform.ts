/** What keys are called here. */

export const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
