/** One check and its finding. */
export interface Check {
	/** What it is about, for example `temporal` or `connection main`. */
	name: string;
	/** `warn`: it works but could work better, or it could not be checked. `fail`: something does not work. */
	status: 'ok' | 'warn' | 'fail';
	/** What was found, in one sentence, without any secret. */
	detail: string;
	/** What to do; null if there is nothing to do. */
	todo: string | null;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, todo: null });
export const warn = (name: string, detail: string, todo: string): Check => ({ name, status: 'warn', detail, todo });
export const fail = (name: string, detail: string, todo: string): Check => ({ name, status: 'fail', detail, todo });
