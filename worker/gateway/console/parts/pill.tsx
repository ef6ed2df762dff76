import type { ComponentChildren } from 'preact';

export type Look = 'busy' | 'good' | 'bad' | 'attention' | 'quiet';

/** A state in a word. */
export function Pill({ look, children }: { look: Look; children: ComponentChildren }) {
	return <span class={`pill ${look}`}>{children}</span>;
}
