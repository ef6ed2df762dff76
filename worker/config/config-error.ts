/** One thing that is wrong in the configuration. */
export interface ConfigProblem {
	/** Where in the file, for example `gateway.tokens[0].token`; empty when it is the file itself. */
	path: string;
	/** What is wrong and what to do, without the value. */
	message: string;
	/** The file or the environment variable that the value comes from. */
	source?: string | undefined;
}

/** The configuration cannot be used. `message` lists every problem, one a line, and no secret. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';

	/** @param source all files of the configuration. A line of the message names its own source, unless it is this one */
	constructor(
		readonly source: string,
		readonly problems: readonly ConfigProblem[],
	) {
		const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
		const lines = problems.map((problem) => {
			const from = problem.source === undefined || problem.source === source ? '' : `${problem.source}: `;
			return `  - ${from}${problem.path === '' ? '' : `${problem.path} `}${problem.message}.`;
		});
		super([`The configuration in ${source} has ${count}:`, ...lines].join('\n'));
	}
}

/** ['gateway', 'tokens', 0, 'token'] -> `gateway.tokens[0].token` */
export function pathText(path: readonly PropertyKey[]): string {
	return path
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
		.join('');
}
