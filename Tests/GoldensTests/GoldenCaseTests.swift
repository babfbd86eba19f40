import Goldens
import Testing
