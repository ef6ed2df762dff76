import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Refusals } from './use-refusals';

export interface FormFrameProps {
	/** For screen readers. */
	name: string;
	refusals: Refusals;
	submit: () => void;
	/** Somebody typed or chose something. */
	touch?: () => void;
	children: ComponentChildren;
}

/** A form. After an attempt that was refused, the focus goes to the first wrong field, or to the reason above them. */
export function FormFrame({ name, refusals: { attempt, sentences }, submit, touch, children }: FormFrameProps) {
	const form = useRef<HTMLFormElement>(null);
	const reason = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const wrong = form.current?.querySelector<HTMLElement>('[data-wrong]');
		(wrong ?? reason.current)?.focus();
	}, [attempt]);
	const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		submit();
	};
	return (
		<form ref={form} class="task-form" noValidate aria-label={name} onSubmit={onSubmit} onInput={touch}>
			{sentences.length > 0 && (
				<div ref={reason} class="note bad" role="alert" tabIndex={-1}>
					{sentences.map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
				</div>
			)}
			{children}
		</form>
	);
}
