import { useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { messageOf, poller } from '../api/live';
import { signIn } from '../api/session';
import { CopyButton } from '../parts/copy-button';
import { tokenTrouble } from './token-trouble';

/** Asks for a token of the gateway. @param reason why the console asks, if the gateway refused the last token */
export function SignInForm({ reason }: { reason: string }) {
	const input = useRef<HTMLInputElement>(null);
	const stays = useRef<HTMLInputElement>(null);
	const isBusy = useSignal(false);
	const trouble = useSignal(reason);

	const enter = async (token: string) => {
		if (isBusy.value) return;
		isBusy.value = true;
		try {
			await signIn(token, stays.current?.checked === true ? 'browser' : 'tab');
			await poller.resume();
		} catch (error) {
			trouble.value = messageOf(error);
			input.current?.focus();
		} finally {
			isBusy.value = false;
		}
	};
	const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const token = input.current?.value.trim() ?? '';
		trouble.value = tokenTrouble(token) ?? '';
		if (trouble.value === '') void enter(token);
		else input.current?.focus();
	};

	return (
		<form class="sign-in" noValidate onSubmit={submit}>
			<label for="token">Token</label>
			<p id="token-hint" class="soft">
				A token of the gateway (gateway.tokens in its configuration). After <code>npm start</code>, the links of the
				start page sign in by themselves.
			</p>
			<input
				ref={input}
				id="token"
				type="password"
				autocomplete="off"
				required
				aria-describedby="token-hint token-trouble"
				aria-invalid={trouble.value === '' ? 'false' : 'true'}
			/>
			<label class="choice">
				<input ref={stays} type="checkbox" />
				Sign in all tabs of this browser, until it closes
			</label>
			<p id="token-trouble" role="status" class="bad">
				{trouble.value}
			</p>
			{trouble.value !== '' && <CopyButton key={trouble.value} text={trouble.value} />}
			<button type="submit" class="main" aria-busy={isBusy.value ? 'true' : undefined}>
				Sign in
			</button>
		</form>
	);
}
