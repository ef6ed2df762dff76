// @ts-check
import { messageOf } from '../../readable-error.mjs';

/**
 * One step of the start, as the terminal and the start page show it.
 * @typedef {object} Step
 * @property {string} title
 * @property {'running' | 'done' | 'failed'} state
 * @property {string} detail what it is doing now
 * @property {number} startedAt ms since 1970
 * @property {number | null} endedAt ms since 1970
 */

/** @typedef {(detail: string) => void} Report says what a step is doing now */

/** The running and finished steps, and the listeners of their changes. */
export class Board {
	/** @type {Step[]} */
	#steps = [];
	/** @type {Set<(step: Step) => void>} */
	#listeners = new Set();

	/** @returns {readonly Step[]} in the order they began */
	get steps() {
		return this.#steps;
	}

	/** @param {(step: Step) => void} listener called after each change of a step */
	onChange(listener) {
		this.#listeners.add(listener);
	}

	/**
	 * Runs `work` as a step. A step that waits for others is shown with what it waits for. If one of them fails, it was
	 * no step.
	 * @template T
	 * @param {string} title
	 * @param {(report: Report) => Promise<T>} work
	 * @param {Readonly<Record<string, Promise<unknown>>>} [after] what it waits for, by its name
	 * @returns {Promise<T>}
	 */
	async step(title, work, after = {}) {
		/** @type {Step} */
		const step = { title, state: 'running', detail: '', startedAt: Date.now(), endedAt: null };
		this.#steps.push(step);
		const change = (/** @type {Partial<Step>} */ values) => {
			Object.assign(step, values);
			for (const listener of this.#listeners) listener(step);
		};
		await this.#waited(step, after, (detail) => change({ detail }));
		change({ detail: '', startedAt: Date.now() });
		try {
			const result = await work((detail) => change({ detail }));
			change({ state: 'done', detail: '', endedAt: Date.now() });
			return result;
		} catch (error) {
			change({ state: 'failed', detail: messageOf(error).split('\n')[0] ?? '', endedAt: Date.now() });
			throw error;
		}
	}

	/**
	 * @param {Step} step
	 * @param {Readonly<Record<string, Promise<unknown>>>} after
	 * @param {Report} report
	 */
	async #waited(step, after, report) {
		const left = new Set(Object.keys(after));
		const waiting = Object.entries(after).map(async ([name, other]) => {
			await other;
			left.delete(name);
			if (left.size > 0) report(`waiting for ${[...left].join(' and ')}`);
		});
		if (left.size > 0) report(`waiting for ${[...left].join(' and ')}`);
		try {
			await Promise.all(waiting);
		} catch (error) {
			this.#steps = this.#steps.filter((each) => each !== step);
			throw error;
		}
	}
}
