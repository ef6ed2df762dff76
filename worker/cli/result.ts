import type { Terminal } from './terminal';

/** Of every command that prints something. */
export interface ResultOptions {
	json?: true;
}

/** Prints what a program reads with --json, what a person reads without. @param text made only when it is printed */
export function printResult(terminal: Terminal, { json }: ResultOptions, value: object, text: () => string): void {
	terminal.result(json ? JSON.stringify(value, null, 2) : text());
}
