/** Prints the reports of the rules' examples that Node creates. The parity test compares them with those of workerd. */
import { exampleReports } from "../test/scan-examples.ts";

process.stdout.write(JSON.stringify(exampleReports()));
