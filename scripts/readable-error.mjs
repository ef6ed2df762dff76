// @ts-check

/**
 * An error for the person who started the script: what happened, and what to do now.
 * Whoever catches it at the top prints both lines and no stack.
 */
export class ReadableError extends Error {
	/**
	 * @param {string} message what happened, one sentence
	 * @param {string} [whatToDo] what to do now, one or two sentences
	 * @param {ErrorOptions} [options] the cause, when there is one
	 */
	constructor(message, whatToDo = '', options) {
		super(message, options);
		this.name = 'ReadableError';
		/** @readonly */
		this.whatToDo = whatToDo;
	}
}

/**
 * The words of anything that was thrown, with the cause, in which `fetch` hides what happened.
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
	if (!(thrown instanceof Error)) return String(thrown);
	return thrown.cause instanceof Error ? `${thrown.message}: ${thrown.cause.message}` : thrown.message;
}

/**
 * Whether a file system or process call failed with this code, e.g. `ENOENT`.
 * @param {unknown} thrown
 * @param {string} code
 * @returns {boolean}
 */
export function hasCode(thrown, code) {
	return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
