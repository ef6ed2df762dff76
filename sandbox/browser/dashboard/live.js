// @ts-check
/** Keeps the parts with `data-live` up to date: requests the page again and replaces the parts that have changed. */

const PAUSE_MS = 1000;

async function refresh() {
	const response = await fetch(location.href, { headers: { accept: 'text/html' } });
	if (!response.ok) return;
	const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
	for (const part of document.querySelectorAll('[data-live]')) {
		const next = fresh.getElementById(part.id);
		// A part in use stays, so that no button disappears before its user presses it.
		const isInUse = part.contains(document.activeElement) || part.matches(':hover:active');
		if (next && !isInUse && next.innerHTML !== part.innerHTML) part.replaceWith(document.adoptNode(next));
	}
}

async function keepRefreshing() {
	for (;;) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		if (document.hidden) continue;
		try {
			await refresh();
		} catch {
			// The sandbox may have stopped. It may start again.
		}
	}
}

if (document.querySelector('[data-live]')) void keepRefreshing();

/** In the form of a fault, only the methods of the chosen path can be chosen. */
const form = document.querySelector('form[data-methods-follow-path]');
const path = form?.querySelector('input[name="path"]');
const method = form?.querySelector('select[name="method"]');
if (path instanceof HTMLInputElement && method instanceof HTMLSelectElement) {
	const follow = () => {
		const known = [...(path.list?.options ?? [])].find(({ value }) => value === path.value);
		// Any path may be typed, with any method.
		const methods = known?.dataset.methods?.split(' ');
		for (const option of method.options) option.disabled = methods !== undefined && !methods.includes(option.value);
		if (methods !== undefined && !methods.includes(method.value)) method.value = methods[0] ?? '';
	};
	path.addEventListener('input', follow);
	follow();
}
