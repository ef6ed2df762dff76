import { exact, relative, splitAtMoments } from '../words/times';

/** A time relative to now. The browser shows the exact time when the pointer is on it. */
export function Ago({ at }: { at: string }) {
	return (
		<time dateTime={at} title={exact(at)}>
			{relative(at)}
		</time>
	);
}

/** A time in the reader's zone. */
export function At({ at }: { at: string }) {
	return <time dateTime={at}>{exact(at)}</time>;
}

/** A text of the gateway. The times in it are in UTC there, and in the reader's zone here. */
export function WithMoments({ text }: { text: string }) {
	return <>{splitAtMoments(text).map((part, index) => (index % 2 === 1 ? <At key={index} at={part} /> : part))}</>;
}
