"""What several commands share: arguments, exit codes, the console, text tables and charts, numbers, prompts, and output
in every form.
"""
