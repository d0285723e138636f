"""Other libraries' models as oracles. Each is imported only when it is used, and comes with an extra of that name.

What these models remember is their own affair, so that a learner with one inside cannot be saved: `save` says so.
"""
