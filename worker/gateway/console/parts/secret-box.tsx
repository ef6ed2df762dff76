import { useRef } from 'preact/hooks';
import { CopyButton } from './copy-button';

/** A secret that the gateway shows only now. */
export function SecretBox({ secret, children }: { secret: string; children: string }) {
	const field = useRef<HTMLInputElement>(null);
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
			<CopyButton text={secret} look="main" select={() => field.current?.select()} />
		</div>
	);
}
