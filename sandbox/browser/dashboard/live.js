// @ts-check
/** Keeps the parts with `data-live` up to date: asks for the page again, and takes over those that have changed. */

const PAUSE_MS = 1000;

async function refresh() {
	const response = await fetch(location.href, { headers: { accept: 'text/html' } });
	if (!response.ok) return;
	const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
	for (const part of document.querySelectorAll('[data-live]')) {
		const next = fresh.getElementById(part.id);
		// Nothing is taken out of the hands of who is about to press it.
		const isInUse = part.contains(document.activeElement) || part.matches(':hover:active');
		if (next && !isInUse && next.innerHTML !== part.innerHTML) part.replaceWith(document.adoptNode(next));
	}
}

async function keepUp() {
	for (;;) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		if (document.hidden) continue;
		try {
			await refresh();
		} catch {
			// The sandbox was stopped, say; it may come back.
		}
	}
}

if (document.querySelector('[data-live]')) void keepUp();
