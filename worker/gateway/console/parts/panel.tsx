import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { AwayBanner } from './away-banner';
import { Notices } from './notices';

interface PanelAddress {
	name: string;
	id: string;
}

/** The panel that the page's address names (`#<name>=<id>`), so that people can link to it and go back from it. */
const address = signal(addressOf(location.hash));

/** How many entries back in the browser's history the page is without a panel. 0: no panel was opened on the page itself. */
let depth = 0;

noteDepth(0);
for (const event of ['hashchange', 'popstate'])
	window.addEventListener(event, () => {
		// A new entry of the browser's history, which a link to a panel made.
		noteDepth((address.value === null ? 0 : depth) + 1);
		showNamed();
	});

/** Opens the panel that the address of a page names, and closes any other. */
export function readPanelAddress(): void {
	noteDepth(0);
	showNamed();
}

function showNamed(): void {
	const named = addressOf(location.hash);
	const shown = address.value;
	if (named?.name !== shown?.name || named?.id !== shown?.id) address.value = named;
}

/** Notes the depth of an entry of the browser's history that names a panel. One that has a depth keeps it. */
function noteDepth(ofNew: number): void {
	if (addressOf(location.hash) === null) return;
	depth = depthIn(history.state) ?? ofNew;
	history.replaceState({ panelDepth: depth }, '');
}

function depthIn(state: unknown): number | null {
	if (typeof state !== 'object' || state === null || !('panelDepth' in state)) return null;
	return typeof state.panelDepth === 'number' ? state.panelDepth : null;
}

function addressOf(hash: string): PanelAddress | null {
	const [[name, id] = []] = new URLSearchParams(hash.slice(1));
	return name === undefined || id === undefined ? null : { name, id };
}

/** What the panel of a name shows. @returns null while it is closed */
export function openIdOf(name: string): string | null {
	return address.value?.name === name ? address.value.id : null;
}

export function openPanel(name: string, id: string): void {
	location.hash = panelLink(name, id);
}

/** The address of a panel on the same page. */
export function panelLink(name: string, id: string): string {
	return `#${name}=${encodeURIComponent(id)}`;
}

/** Closes the open panel, whatever stands in it. Neither it nor one that led to it comes back with the browser's Back. */
export function closePanel(): void {
	address.value = null;
	if (depth > 0) history.go(-depth);
	else history.replaceState(null, '', location.pathname + location.search);
	depth = 0;
}

export interface PanelProps {
	name: string;
	id: string;
	title: string;
	/** Asks before it closes, for example because something typed would be lost. Default: it closes at once. */
	mayClose?: () => Promise<boolean>;
	children: ComponentChildren;
}

/** A window over the page with an address of its own. Render it with the id as its key. */
export function Panel({ name, id, title, mayClose, children }: PanelProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		// Closing it, before it is removed, returns the focus to the button that opened it.
		return () => shown?.close();
	}, []);
	const forgetAddress = (event: Event) => {
		// A panel that is removed with its page was not closed by anybody: the next page may show it too.
		const isShown = event.currentTarget instanceof Node && event.currentTarget.isConnected;
		if (isShown && openIdOf(name) === id) closePanel();
	};
	const close = async () => {
		if (mayClose === undefined || (await mayClose())) dialog.current?.close();
	};
	const onCancel = (event: Event) => {
		if (mayClose === undefined) return;
		event.preventDefault();
		void close();
	};
	return (
		<dialog ref={dialog} class="panel" aria-labelledby={`${name}-title`} onCancel={onCancel} onClose={forgetAddress}>
			<div class="row">
				<h2 id={`${name}-title`}>{title}</h2>
				<button type="button" class="quiet" autofocus onClick={() => void close()}>
					Close
				</button>
			</div>
			<AwayBanner />
			<Notices>{children}</Notices>
		</dialog>
	);
}
