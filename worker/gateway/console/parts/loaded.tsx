import type { ComponentChildren } from 'preact';
import type { Live } from '../api/live';
import { CopyButton } from './copy-button';

export interface LoadedProps<Value> {
	live: Live<Value>;
	children: (value: Value) => ComponentChildren;
}

/** Shows what was read. Above it: why the last read was refused. */
export function Loaded<Value>({ live, children }: LoadedProps<Value>) {
	const { value, error } = live;
	return (
		<>
			{error !== null && (
				<div class="note bad">
					<p role="alert">{error.message}</p>
					<CopyButton text={error.message} />
				</div>
			)}
			{value === undefined ? error === null && <p class="soft">Loading…</p> : children(value)}
		</>
	);
}
