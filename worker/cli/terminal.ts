/** Where the command line speaks to: results go to stdout, everything about them to stderr. */
export interface Terminal {
	result(text: string): void;
	note(text: string): void;
	/** A person looks at stderr, so a progress bar may be drawn there. */
	readonly interactive: boolean;
	readonly env: NodeJS.ProcessEnv;
}

export function processTerminal(): Terminal {
	return {
		result: (text) => {
			console.log(text);
		},
		note: (text) => {
			console.error(text);
		},
		interactive: process.stderr.isTTY,
		env: process.env,
	};
}
