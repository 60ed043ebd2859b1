"""What every page is made of: forms, numbers, stylesheets, and the pane in which Bokeh draws."""
