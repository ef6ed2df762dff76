/** As the gateway makes them: two parts in base64url. What else the address names, such as a task, comes after it. */
const CODE = /^#code=(?<code>[\w-]+[.][\w-]+)(?:&(?<rest>.*))?$/s;

/** The code of the link that opened the page. Null: it had none, or it was used. */
export const linkCode = {
	current: null as string | null,
	forget() {
		linkCode.current = null;
	},
};

/** Takes the code from the address that was opened, and removes it there, so that no bookmark has it. */
export function takeCodeFromAddress(): void {
	const { code, rest } = CODE.exec(location.hash)?.groups ?? {};
	if (code === undefined) return;
	linkCode.current = code;
	const hash = rest === undefined ? '' : `#${rest}`;
	history.replaceState(history.state, '', location.pathname + location.search + hash);
}
