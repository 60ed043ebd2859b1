"""What both editions of the Pz8 divisional rules share: one base is a battalion, one inch a kilometre."""
