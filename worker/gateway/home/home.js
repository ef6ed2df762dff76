// @ts-check
/** The page of running tasks: asks for a token, and reads the gateway's list with it every few seconds. */

/**
 * @typedef {object} Task as GET /v1/tasks shows it
 * @property {string} id
 * @property {string} type
 * @property {string} connection
 * @property {string | null} agentId
 * @property {string} status
 * @property {string} startedAt
 * @property {{ message: string, pagesTotal: number | null, pagesCompleted: number | null } | null} progress
 * @property {{ self: string }} links
 */

const REFRESH_MS = 3000;
const state = find('state', HTMLElement);
const tasks = find('tasks', HTMLElement);
const login = find('login', HTMLFormElement);
const token = find('token', HTMLInputElement);

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function find(id, type) {
	const element = document.getElementById(id);
	if (element instanceof type) return element;
	throw new Error(`The page has no ${id}.`);
}

/** @param {unknown} what a text, or an error */
function say(what) {
	state.textContent = what instanceof Error ? what.message : String(what);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {string} [className]
 * @param {string} [text]
 */
function element(name, className, text) {
	const made = document.createElement(name);
	if (className) made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}

/**
 * @param {string} path
 * @returns {Promise<{ items: Task[], detail: string }>} detail: what went wrong
 */
async function ask(path, method = 'GET') {
	const authorization = `Bearer ${sessionStorage.getItem('token') ?? ''}`;
	const response = await fetch(path, { method, headers: { authorization }, cache: 'no-store' });
	/** @type {unknown} */
	const answer = await response.json();
	const body = /** @type {{ items: Task[], detail: string }} */ (answer);
	if (response.status === 401) sessionStorage.removeItem('token');
	if (!response.ok) throw new Error(body.detail);
	return body;
}

/** @param {Task} task */
function card(task) {
	const item = element('li');
	const top = element('div', 'row');
	top.append(
		element('strong', '', `${task.type}: ${task.agentId ?? ''}`),
		element('span', `status ${task.status}`, task.status.replace('_', ' ')),
	);
	item.append(top);
	if (task.progress) item.append(...progressOf(task.progress, task.status === 'running'));
	const bottom = element('div', 'row');
	const since = new Date(task.startedAt).toLocaleString();
	bottom.append(element('span', 'soft id', `${task.connection}, since ${since}, ${task.id}`));
	if (task.status === 'running') bottom.append(cancelButton(task));
	item.append(bottom);
	return item;
}

/**
 * @param {NonNullable<Task['progress']>} progress
 * @param {boolean} running
 */
function progressOf({ message, pagesTotal, pagesCompleted }, running) {
	const text = element('div', '', message);
	if (!running || !pagesTotal) return [text];
	const bar = element('progress');
	bar.max = pagesTotal;
	bar.value = pagesCompleted ?? 0;
	return [text, bar];
}

/** @param {Task} task */
function cancelButton(task) {
	const button = element('button', '', 'Cancel');
	button.addEventListener('click', () => {
		if (!confirm(`Stop the task ${task.type} of ${task.agentId ?? task.connection}?`)) return;
		button.disabled = true;
		ask(`${task.links.self}/cancel`, 'POST').catch(say);
	});
	return button;
}

async function refresh() {
	if (!sessionStorage.getItem('token')) return showLogin();
	try {
		const { items } = await ask('/v1/tasks?limit=50');
		const running = items.filter(({ status }) => status === 'running');
		const ended = items.filter(({ status }) => status !== 'running');
		tasks.replaceChildren(...[...running, ...ended].map(card));
		say(`${running.length} running - ${new Date().toLocaleTimeString()}`);
	} catch (error) {
		say(error);
		if (!sessionStorage.getItem('token')) return showLogin();
	}
	setTimeout(() => void refresh(), REFRESH_MS);
}

function showLogin() {
	tasks.replaceChildren();
	login.hidden = false;
}

login.addEventListener('submit', (event) => {
	event.preventDefault();
	sessionStorage.setItem('token', token.value.trim());
	login.hidden = true;
	void refresh();
});
void refresh();
