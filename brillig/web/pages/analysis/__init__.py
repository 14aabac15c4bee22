"""Analysis: a finished match thought through again, where it turned, and what would have been better."""
