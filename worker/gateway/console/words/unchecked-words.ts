interface Unchecked {
	path: string;
	message: string;
}

/** What the gateway could not check before it started a task or saved a schedule, a line for each. */
export function uncheckedLines(warnings: readonly Unchecked[] | undefined): string[] {
	return (warnings ?? []).map(({ path, message }) => `Not checked: ${path} ${message}`);
}

/** The same in one text. Undefined: all was checked. */
export function uncheckedText(warnings: readonly Unchecked[] | undefined): string | undefined {
	return uncheckedLines(warnings).join(' ') || undefined;
}
