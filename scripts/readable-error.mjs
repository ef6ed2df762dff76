// @ts-check
import { types } from 'node:util';

/**
 * An error for the person who started the script: what happened, and what to do now.
 * The top level prints both lines and no stack.
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
 * Ends a command with the words of an error, and the exit code 1.
 * @param {unknown} error
 * @throws any other error: a fault of ours, which keeps its stack
 */
export function endWith(error) {
	if (!(error instanceof ReadableError)) throw error;
	console.error(`\n${error.message}\n${error.whatToDo}`.trimEnd());
	process.exitCode = 1;
}

/**
 * The message of anything that was thrown, with its cause, because `fetch` puts the reason there.
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
	if (!types.isNativeError(thrown)) return String(thrown);
	return types.isNativeError(thrown.cause) ? `${thrown.message}: ${thrown.cause.message}` : thrown.message;
}

/**
 * Whether a file system or process call failed with this code, e.g. `ENOENT`.
 * @param {unknown} thrown
 * @param {string} code
 * @returns {boolean}
 */
export function hasCode(thrown, code) {
	return types.isNativeError(thrown) && 'code' in thrown && thrown.code === code;
}
