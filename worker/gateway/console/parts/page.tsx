import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notices } from './notices';
import { readPanelAddress } from './panel';

/** A page of the console, with its heading and a place for what came of its actions. */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
	// The router changes the address without an event.
	useEffect(readPanelAddress, []);
	useEffect(() => {
		document.title = `${title} - Agent Knowledge`;
	}, [title]);
	return (
		<main id="content" tabIndex={-1}>
			<h1>{title}</h1>
			<Notices>{children}</Notices>
		</main>
	);
}
