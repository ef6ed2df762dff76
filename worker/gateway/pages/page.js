// @ts-check
import { find, h } from './elements.js';
import { GatewayError, signIn, token } from './gateway.js';

/** While somebody looks. */
const REFRESH_MS = 4_000;

const content = find('content', HTMLElement);
const status = find('status', HTMLElement);
const account = find('account', HTMLElement);
const entrance = find('sign-in', HTMLElement);

/** @type {() => Promise<void>} */
let load = () => Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let loading = false;
/** Whether something was asked for while it loaded. */
let outdated = false;

/**
 * Runs a page: asks for a token, then loads it again and again while it is looked at.
 * @param {() => Promise<void>} loadPage
 */
export function runPage(loadPage) {
	load = loadPage;
	document.addEventListener('visibilitychange', () => {
		if (!document.hidden) void refresh();
	});
	void enter();
}

/**
 * Tells what came of something, also to those who only hear the page; in a window that is open, there.
 * @param {unknown} what a text, or an error
 */
export function say(what) {
	const place = document.querySelector('dialog[open] [role=status]') ?? status;
	place.textContent = what instanceof Error ? what.message : String(what);
	place.classList.toggle('bad', what instanceof Error);
}

/** Loads the page now. */
export async function refresh() {
	outdated = true;
	if (loading || token.get() === null) return;
	clearTimeout(timer);
	loading = true;
	try {
		while (outdated) {
			outdated = false;
			await load();
		}
		if (status.classList.contains('bad')) say('');
	} catch (error) {
		if (error instanceof GatewayError && error.status === 401) return leave(error.message);
		say(error);
	} finally {
		loading = false;
	}
	timer = setTimeout(() => void (document.hidden ? undefined : refresh()), REFRESH_MS);
}

async function enter() {
	if (token.get() === null) return leave('');
	try {
		const name = await signIn();
		const out = h('button', { type: 'button', class: 'quiet' }, 'Sign out');
		out.addEventListener('click', () => leave(''));
		account.replaceChildren(h('span', { class: 'soft' }, name), out);
		entrance.replaceChildren();
	} catch (error) {
		if (error instanceof GatewayError && error.status === 401) return leave(error.message);
		say(error);
		timer = setTimeout(() => void enter(), REFRESH_MS);
		return;
	}
	content.hidden = false;
	await refresh();
}

/** @param {string} why */
function leave(why) {
	token.forget();
	clearTimeout(timer);
	document.querySelector('dialog[open]')?.remove();
	content.hidden = true;
	account.replaceChildren();
	entrance.replaceChildren(signInForm(why));
	say(why);
}

/** @param {string} why */
function signInForm(why) {
	const input = h('input', {
		id: 'token',
		type: 'password',
		autocomplete: 'off',
		required: true,
		'aria-describedby': 'token-hint',
		'aria-invalid': why !== '',
	});
	const form = h(
		'form',
		{ class: 'sign-in' },
		h('label', { for: 'token' }, 'Token'),
		h(
			'p',
			{ id: 'token-hint', class: 'soft' },
			"A token of the gateway (gateway.tokens in its configuration). It stays in this browser's tab.",
		),
		input,
		h('button', { class: 'main' }, 'Sign in'),
	);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		token.set(input.value.trim());
		say('');
		void enter();
	});
	return form;
}
