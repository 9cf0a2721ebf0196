"""What a problem's submissions say about it, for staff: how many pass and when, and which mistakes are made."""
