/** As the gateway makes them: two parts in base64url. */
const CODE = /^#code=(?<code>[\w-]+[.][\w-]+)$/;

/** The code of the link that opened the page. Null: it had none, or it was used. */
export const linkCode = {
	current: null as string | null,
	forget() {
		linkCode.current = null;
	},
};

/** Takes the code from the address that was opened, and removes it there, so that no bookmark has it. */
export function takeCodeFromAddress(): void {
	const found = CODE.exec(location.hash)?.groups?.['code'];
	if (found === undefined) return;
	linkCode.current = found;
	history.replaceState(history.state, '', location.pathname + location.search);
}
