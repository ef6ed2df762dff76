/** The review page works without this script. It shows times in the reader's zone, and looks again without a reload. */

const READABLE = new Intl.DateTimeFormat(undefined, {
	...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
	...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
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

/** Says on the button of the mail's form whether it sends the version as it is. The next page shows what is sent. */
function nameChanges(form: HTMLFormElement): void {
	const button = form.querySelector<HTMLButtonElement>('button[data-changed]');
	if (button === null) return;
	const asLoaded = button.textContent;
	const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type=hidden])');
	const show = () => {
		const texts = [...fields].filter(({ name }) => ['to', 'cc', 'subject', 'content'].includes(name));
		const isChanged = texts.some(({ value, defaultValue }) => value !== defaultValue);
		button.textContent = isChanged ? (button.dataset['changed'] ?? asLoaded) : asLoaded;
	};
	form.addEventListener('input', show);
	// Going back brings the typed text again, and no event of it.
	addEventListener('pageshow', show);
	show();
}

const { refreshSeconds } = document.body.dataset;
for (const form of document.querySelectorAll('form')) nameChanges(form);
const sent = document.getElementById('state')?.innerHTML;
showLocalTimes(document);
lookAgainAfter(refreshSeconds, sent);

// A module, as its page loads it: without an export the compiler takes it for CommonJS.
export {};
