/**
 * The review page works without this script. It shows times in the reader's zone, looks again without a reload, and asks
 * before changes to the mail are lost.
 */

const READABLE = new Intl.DateTimeFormat(undefined, {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZoneName: 'short',
});

function showLocalTimes(part: ParentNode): void {
	for (const time of part.querySelectorAll('time')) {
		time.textContent = READABLE.format(new Date(time.dateTime));
		time.title = READABLE.resolvedOptions().timeZone;
	}
}

/**
 * Looks again after the pause that the page names, until it names none. What is news replaces the old state, which
 * screen readers then read out.
 * @param shown the state as the gateway sent it
 */
function lookAgainAfter(pauseSeconds: string | undefined, shown: string | undefined): void {
	if (pauseSeconds === undefined) return;
	setTimeout(
		() => {
			void lookAgain(pauseSeconds, shown);
		},
		Number(pauseSeconds) * 1000,
	);
}

async function lookAgain(pauseSeconds: string, shown: string | undefined): Promise<void> {
	const fresh = await freshPage();
	const next = fresh?.getElementById('state');
	const state = document.getElementById('state');
	if (!fresh || !next || !state) {
		// The gateway is away for a moment, or sends too many requests away.
		lookAgainAfter(pauseSeconds, shown);
		return;
	}
	const news = next.innerHTML;
	if (news !== shown) {
		showLocalTimes(next);
		state.className = next.className;
		state.replaceChildren(...next.childNodes);
	}
	lookAgainAfter(fresh.body.dataset['refreshSeconds'], news);
}

async function freshPage(): Promise<Document | null> {
	try {
		const response = await fetch(location.pathname, { headers: { accept: 'text/html' } });
		return new DOMParser().parseFromString(await response.text(), 'text/html');
	} catch {
		return null;
	}
}

/** Whoever leaves with unsaved changes would see, and approve, the mail without them. */
function keepChanges(form: HTMLFormElement): void {
	let isUnsaved = document.querySelector('[role="alert"]') !== null;
	form.addEventListener('input', () => {
		isUnsaved = true;
	});
	form.addEventListener('submit', () => {
		isUnsaved = false;
	});
	form.querySelector('[data-drops-changes]')?.addEventListener('click', () => {
		isUnsaved = false;
	});
	addEventListener('beforeunload', (event) => {
		if (isUnsaved) event.preventDefault();
	});
}

/** A browser may keep a page as it was left. The mail may have changed since, or be decided. */
function loadAgainWhenBack(): void {
	addEventListener('pageshow', ({ persisted }) => {
		if (persisted) location.reload();
	});
}

const changes = document.querySelector<HTMLFormElement>('form[data-changes]');
if (changes === null) loadAgainWhenBack();
else keepChanges(changes);

const { refreshSeconds } = document.body.dataset;
const sent = document.getElementById('state')?.innerHTML;
showLocalTimes(document);
lookAgainAfter(refreshSeconds, sent);

// A module, as its page loads it: without an export the compiler takes it for CommonJS.
export {};
