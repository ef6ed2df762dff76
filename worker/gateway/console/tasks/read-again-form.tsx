import { useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import { type Notice, noticeOf } from '../parts/notices';
import { useAction } from '../parts/use-action';
import { LOOKS_BACK_MINUTES } from '../words/words';
import { dayTrouble, today } from './read-again-day';

/** Makes a sync read all leads again that were captured since a day. What is wrong with the day stands below it. */
export function ReadAgainForm({ id }: { id: string }) {
	const day = useRef<HTMLInputElement>(null);
	const answer = useSignal<Notice>({ text: '', isBad: false });
	const say = (what: unknown) => {
		answer.value = noticeOf(what);
	};
	const { isBusy, run } = useAction(say, async (from: string) => {
		const { message = '' } = await post(`${taskPath(id)}/actions/sync-now`, { from });
		return message;
	});
	const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const from = day.current?.value ?? '';
		const trouble = dayTrouble(from);
		answer.value = { text: trouble ?? '', isBad: trouble !== null };
		if (trouble === null) void run(from);
		else day.current?.focus();
	};

	const { text, isBad } = answer.value;
	return (
		<form class="read-again" noValidate onSubmit={submit}>
			<label for="read-again-day">Read all leads again that were captured since this day (UTC)</label>
			<p class="soft">
				{`New looks go back ${LOOKS_BACK_MINUTES} minutes. A lead that arrives later than that with an earlier time comes this way only.`}
			</p>
			<div class="buttons">
				<input
					ref={day}
					id="read-again-day"
					type="date"
					max={today()}
					aria-describedby="read-again-answer"
					aria-invalid={isBad ? 'true' : 'false'}
				/>
				<button type="submit" aria-busy={isBusy ? 'true' : undefined}>
					Read again from
				</button>
			</div>
			<p id="read-again-answer" role="status" class={isBad ? 'bad' : undefined}>
				{text}
			</p>
		</form>
	);
}
