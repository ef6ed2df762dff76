import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Question {
	text: string;
	yes: string;
	answer: (isConfirmed: boolean) => void;
}

const open = signal<Question | null>(null);

/**
 * Asks before something that cannot be undone.
 * @param yes the label of the button that does it
 */
export function confirmed(text: string, yes: string): Promise<boolean> {
	return new Promise((resolve) => {
		open.value = { text, yes, answer: resolve };
	});
}

/** The window of the open question. The shell renders it once, after the pages, so that it is above theirs. */
export function QuestionWindow() {
	return open.value === null ? null : <OpenQuestion key={open.value.text} question={open.value} />;
}

function OpenQuestion({ question }: { question: Question }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const isConfirmed = useRef(false);
	useLayoutEffect(() => dialog.current?.showModal(), []);
	const close = (answer: boolean) => {
		isConfirmed.current = answer;
		dialog.current?.close();
	};
	const answer = () => {
		if (open.value === question) open.value = null;
		question.answer(isConfirmed.current);
	};
	return (
		<dialog ref={dialog} class="question" aria-labelledby="question" onClose={answer}>
			<p id="question">{question.text}</p>
			<div class="buttons">
				<button type="button" class="bad" onClick={() => close(true)}>
					{question.yes}
				</button>
				<button type="button" autofocus onClick={() => close(false)}>
					No
				</button>
			</div>
		</dialog>
	);
}
