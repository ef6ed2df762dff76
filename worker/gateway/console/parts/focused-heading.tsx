import { useLayoutEffect, useRef } from 'preact/hooks';

/** The heading of a part that replaces another one on the same page. The focus moves to it, so it comes into sight. */
export function FocusedHeading({ id, text }: { id: string; text: string }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useLayoutEffect(() => heading.current?.focus(), []);
	return (
		<h2 ref={heading} id={id} tabIndex={-1}>
			{text}
		</h2>
	);
}
