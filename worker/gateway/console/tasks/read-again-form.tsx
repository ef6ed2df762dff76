import { useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import { messageOf, poller } from '../api/live';
import { expireIfRefused } from '../api/session';
import { dayTrouble, today } from './read-again-day';

/** Makes a sync read all leads again that were captured since a day. What is wrong with the day stands below it. */
export function ReadAgainForm({ id }: { id: string }) {
	const day = useRef<HTMLInputElement>(null);
	const isBusy = useSignal(false);
	const answer = useSignal({ text: '', isBad: false });

	const send = async (from: string) => {
		if (isBusy.value) return;
		isBusy.value = true;
		try {
			const { message = '' } = await post(`${taskPath(id)}/actions/sync-now`, { from });
			answer.value = { text: message, isBad: false };
		} catch (error) {
			if (expireIfRefused(error)) poller.pause();
			answer.value = { text: messageOf(error), isBad: true };
		} finally {
			isBusy.value = false;
		}
		await poller.refresh();
	};
	const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const from = day.current?.value ?? '';
		const trouble = dayTrouble(from);
		answer.value = { text: trouble ?? '', isBad: trouble !== null };
		if (trouble === null) void send(from);
		else day.current?.focus();
	};

	const { text, isBad } = answer.value;
	return (
		<form class="read-again" noValidate onSubmit={submit}>
			<label for="read-again-day">Read all leads again that were captured since this day (UTC)</label>
			<div class="buttons">
				<input
					ref={day}
					id="read-again-day"
					type="date"
					max={today()}
					aria-describedby="read-again-answer"
					aria-invalid={isBad ? 'true' : 'false'}
				/>
				<button type="submit" aria-busy={isBusy.value ? 'true' : undefined}>
					Read again from
				</button>
			</div>
			<p id="read-again-answer" role="status" class={isBad ? 'bad' : undefined}>
				{text}
			</p>
		</form>
	);
}
