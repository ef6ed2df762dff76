import { GatewayRefusal, taskPath } from '../gateway-client';
import { CommandError, EXIT, type ExitCode, printResult, type ResultOptions, type Terminal } from '../terminal';

export interface RefusedTask {
	id: string;
	/** A sentence for people. */
	message: string;
}

/** What was done with each of several tasks, in the order of the command. */
export interface EachTask<Answer> {
	items: Array<{ id: string; answer: Answer }>;
	refused: RefusedTask[];
}

/**
 * Does the same with each task, one after the other. A refusal of one is reported, and the others are still done. The
 * same id twice is one task.
 * @throws CommandError the refusal if there is only one task, or that the gateway does not answer
 */
export async function withEachTask<Answer>(
	ids: readonly string[],
	terminal: Terminal,
	work: (id: string) => Promise<Answer>,
): Promise<EachTask<Answer>> {
	const each = [...new Set(ids)];
	const done: EachTask<Answer> = { items: [], refused: [] };
	// What cannot be an id is reported before anything is sent.
	for (const id of each) taskPath(id);
	for (const [index, id] of each.entries()) {
		try {
			done.items.push({ id, answer: await work(id) });
		} catch (error) {
			if (each.length === 1 || !(error instanceof CommandError)) throw error;
			if (error.exitCode !== EXIT.badUsage || !(error instanceof GatewayRefusal)) {
				terminal.note(`Not done: ${each.slice(index).join(' ')}`);
				throw error;
			}
			terminal.note(`${id}: ${error.message}`);
			done.refused.push({ id, message: error.message });
		}
	}
	return done;
}

/**
 * Prints a line for each task that was not refused. With --json prints `items`, each with its id, and `refused`.
 * @param leftOut more that the command did nothing with, for --json
 */
export function printEach<Answer extends object>(
	terminal: Terminal,
	options: ResultOptions,
	{ items, refused }: EachTask<Answer>,
	line: (answer: Answer, id: string) => string,
	{ refused: notSent = [], ...others }: { refused?: readonly RefusedTask[]; skipped?: readonly RefusedTask[] } = {},
): void {
	const value = {
		items: items.map(({ id, answer }) => ({ id, ...answer })),
		refused: [...notSent, ...refused],
		...others,
	};
	// With no line to print, the refusals have said it all.
	if (items.length > 0 || options.json)
		printResult(terminal, options, value, () => items.map(({ id, answer }) => line(answer, id)).join('\n'));
}

/** @throws CommandError unless all was done: 2 if every task was refused, so that nothing was done, else 1 */
export function throwIfRefused({ items, refused }: EachTask<unknown>): void {
	if (refused.length === 0) return;
	const code: ExitCode = items.length === 0 ? EXIT.badUsage : EXIT.failed;
	throw new CommandError(
		`The gateway refused ${refused.length} of ${items.length + refused.length} tasks. See above.`,
		code,
	);
}
