/** One thing that was looked at. */
export interface Check {
	/** What it is about, for example `temporal` or `connection main`. */
	name: string;
	/** `warn`: it works, but not as well as it could, or it could not be looked at. `fail`: something does not work. */
	status: 'ok' | 'warn' | 'fail';
	/** What was found, in one sentence, without any secret. */
	detail: string;
	/** What to do; null where nothing is to be done. */
	todo: string | null;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, todo: null });
export const warn = (name: string, detail: string, todo: string): Check => ({ name, status: 'warn', detail, todo });
export const fail = (name: string, detail: string, todo: string): Check => ({ name, status: 'fail', detail, todo });

/** `ok` with what the look found; `fail` with its error and what to do. */
export async function looked(name: string, todo: string, look: () => Promise<string>): Promise<Check> {
	try {
		return ok(name, await look());
	} catch (error) {
		return fail(name, wordsOf(error), todo);
	}
}

/** What an error says, with what caused it. */
export function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const words = error.message === '' ? error.name : error.message;
	return error.cause instanceof Error && error.cause.message !== '' ? `${words} (${error.cause.message})` : words;
}
