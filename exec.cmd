@rem Stands in for the shell's exec where npm runs scripts with cmd.exe: see docs/adr/0301-embedded-server.md.
@%*
