/** What is wrong with a setting of a destination. */
export interface SettingProblem {
	/** The setting below the destination's, such as `columns.mail`. */
	path: string;
	message: string;
}

/** The column or property that a setting is about. @returns null for a setting of the whole destination */
export function fieldOf(path: string): string | null {
	return /^(?:columns|properties)\.(.+)$/.exec(path)?.[1] ?? null;
}
