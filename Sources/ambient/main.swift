import AmbientCommands
import Glibc

exit(AmbientProgram.main(Array(CommandLine.arguments.dropFirst())))
