// @ts-check
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isRecord, parseJson } from '../../json.mjs';
import { messageOf, ReadableError } from '../../readable-error.mjs';
import { approveMail } from './approve-mail.mjs';
import { killWorker } from './kill-worker.mjs';
import { leadArrives } from './lead-arrives.mjs';
import { loseResponses } from './lose-responses.mjs';
import { runFirstFlow } from './run-first-flow.mjs';
import { teachAnswers } from './teach-answers.mjs';

/** @typedef {import('./services.mjs').Services} Services */

/**
 * What a step remembers between looks and between starts. JSON values only.
 * @typedef {Record<string, unknown>} Memory
 */

/**
 * What a look at the running system found.
 * @typedef {object} Look
 * @property {'to-do' | 'running' | 'done'} state
 * @property {string} [detail] one or two sentences: what was found
 * @property {{ text: string, address: string }[]} [links] where to see it, or what to do next
 */

/**
 * One of the steps of the start page.
 * @typedef {object} FirstStep
 * @property {string} id also the name of its picture
 * @property {string} title
 * @property {string} text what to do, and what it shows
 * @property {string} button its text
 * @property {boolean} needsN8n
 * @property {(services: Services) => string} [opens] the address that the button opens; without it, the button begins
 * @property {(services: Services, memory: Memory, save: () => Promise<void>) => Promise<void>} [begin] what the button
 *   does. It saves what a repeat needs before it changes anything
 * @property {(services: Services, memory: Memory) => Promise<Look>} look whether the step is done, by asking the systems
 */

/** @type {readonly FirstStep[]} */
const STEPS = [runFirstFlow, teachAnswers, leadArrives, approveMail, loseResponses, killWorker];

/**
 * @typedef {Pick<FirstStep, 'id' | 'title' | 'text' | 'button'> & Required<Look> & {
 *   address: string | null, available: boolean, busy: boolean, problem: string }} StepView
 */

const NEEDS_N8N = 'This step needs n8n: run npm start without --without-n8n.';
/** For this time a look counts as new: several open pages ask no more often than one. ms */
const LOOK_MS = 1_500;

/** The steps, with what is known of each. */
export class FirstSteps {
	#file;
	#withN8n;
	/** @type {Record<string, Memory>} */
	#memory = {};
	/** @type {Map<string, { busy: boolean, problem: string, look: Look, lookedAt: number }>} */
	#states = new Map();
	/** @type {Services | null} */
	#services = null;

	/**
	 * @param {string} file keeps what is done
	 * @param {boolean} withN8n whether this start has an n8n
	 */
	constructor(file, withN8n) {
		this.#file = file;
		this.#withN8n = withN8n;
	}

	/** @returns {Promise<void>} */
	async load() {
		const kept = parseJson(await readFile(this.#file, 'utf8').catch(() => '{}'));
		if (!isRecord(kept)) return;
		for (const { id } of STEPS) {
			const memory = kept[id];
			if (isRecord(memory)) this.#memory[id] = memory;
		}
	}

	/** @param {Services} services the worker is ready */
	open(services) {
		this.#services = services;
	}

	/** @param {import('./services.mjs').LoggedInN8n} n8n ready too */
	openN8n(n8n) {
		if (this.#services !== null) this.#services.n8n = n8n;
	}

	/** @returns {Promise<StepView[]>} */
	view() {
		return Promise.all(STEPS.map((step) => this.#view(step)));
	}

	/**
	 * Begins a step. What takes long goes on after this returns.
	 * @param {string} id
	 * @returns {void}
	 * @throws {ReadableError} there is no such step, it runs already, or it cannot run yet
	 */
	begin(id) {
		const step = STEPS.find((each) => each.id === id);
		const services = this.#services;
		if (!step?.begin) throw new ReadableError(`There is no step "${id}".`);
		if (services === null || (step.needsN8n && services.n8n === null))
			throw new ReadableError('The step cannot run yet.');
		const state = this.#state(step);
		if (state.busy) throw new ReadableError('The step runs already.');
		Object.assign(state, { busy: true, problem: '', look: { state: 'running' }, lookedAt: 0 });
		const memory = this.#memoryOf(step);
		delete memory['done'];
		void step
			.begin(services, memory, () => this.#save())
			.catch((/** @type {unknown} */ error) => {
				state.problem = messageOf(error);
			})
			.finally(() => {
				state.busy = false;
				state.lookedAt = 0;
			});
	}

	/**
	 * @param {FirstStep} step
	 * @returns {Promise<StepView>}
	 */
	async #view(step) {
		const { id, title, text, button, needsN8n, opens } = step;
		const services = this.#services;
		const available = services !== null && (services.n8n !== null || !needsN8n);
		const state = this.#state(step);
		if (available && Date.now() - state.lookedAt > LOOK_MS) {
			state.lookedAt = Date.now();
			state.look = await this.#look(step, services, state.look);
		}
		const isMissing = needsN8n && !this.#withN8n;
		const { state: found, detail = isMissing ? NEEDS_N8N : '', links = [] } = state.look;
		return {
			id,
			title,
			text,
			button,
			available,
			busy: state.busy,
			problem: state.problem,
			address: available && opens ? opens(services) : null,
			state: state.busy && found === 'to-do' ? 'running' : found,
			detail,
			links,
		};
	}

	/**
	 * A step that is done stays so: its check mark tells what happened, not what is there now.
	 * @param {FirstStep} step
	 * @param {Services} services
	 * @param {Look} last
	 * @returns {Promise<Look>}
	 */
	async #look(step, services, last) {
		const memory = this.#memoryOf(step);
		if (isLook(memory['done'])) return memory['done'];
		try {
			const look = await step.look(services, memory);
			if (look.state === 'done') {
				memory['done'] = look;
				await this.#save();
			}
			return look;
		} catch {
			// While the worker or n8n is away, the page shows what it saw last.
			return last;
		}
	}

	/** @param {FirstStep} step */
	#memoryOf({ id }) {
		return (this.#memory[id] ??= {});
	}

	/** @param {FirstStep} step */
	#state({ id }) {
		const known = this.#states.get(id);
		if (known) return known;
		const state = { busy: false, problem: '', look: /** @type {Look} */ ({ state: 'to-do' }), lookedAt: 0 };
		this.#states.set(id, state);
		return state;
	}

	async #save() {
		await writeFile(`${this.#file}.new`, `${JSON.stringify(this.#memory, null, 2)}\n`, { mode: 0o600 });
		await rename(`${this.#file}.new`, this.#file);
	}
}

/**
 * @param {unknown} value
 * @returns {value is Look}
 */
function isLook(value) {
	return isRecord(value) && value.state === 'done';
}
