import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** A secret that the gateway shows only now. */
export function SecretBox({ secret, children }: { secret: string; children: string }) {
	const field = useRef<HTMLInputElement>(null);
	const said = useSignal('');
	const copy = async () => {
		field.current?.select();
		try {
			await navigator.clipboard.writeText(secret);
			said.value = 'Copied.';
		} catch {
			// Browsers allow it on https and on this machine only.
			said.value = 'The browser does not allow copying here. The secret is selected: copy it with the keyboard.';
		}
	};
	return (
		<div class="note attention">
			<p>
				<strong>Copy the secret now. It is not shown again.</strong> {children}
			</p>
			<label for="secret">Secret</label>
			<input
				ref={field}
				id="secret"
				type="text"
				readOnly
				value={secret}
				onFocus={(event) => event.currentTarget.select()}
			/>
			<div class="buttons">
				<button type="button" class="main" onClick={() => void copy()}>
					Copy
				</button>
			</div>
			<p role="status">{said.value}</p>
		</div>
	);
}
