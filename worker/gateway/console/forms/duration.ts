/** The units of a duration with their seconds, the largest first. */
export const UNITS = [
	['days', 86_400],
	['hours', 3_600],
	['minutes', 60],
	['seconds', 1],
] as const;

export interface TypedDuration {
	/** As it was typed. Empty: no duration. */
	amount: string;
	unit: string;
}

/** A typed duration such as `7 days`, in its parts. */
export function partsOf(typed: string): TypedDuration {
	const [, amount = '', unit = 'minutes'] = /^(.*) (\w+)$/s.exec(typed) ?? [];
	return { amount, unit };
}

export function typedDuration({ amount, unit }: TypedDuration): string {
	return `${amount} ${unit}`;
}

/** A number of seconds in the largest unit of which it has a whole number: 604,800 is `7 days`. */
export function durationOf(seconds: number): string {
	const [unit, length] = UNITS.find(([, each]) => seconds > 0 && seconds % each === 0) ?? ['seconds', 1];
	return typedDuration({ amount: String(seconds / length), unit });
}

/** @returns NaN if the amount is no number. Undefined if there is none */
export function secondsOf(typed: string): number | undefined {
	const { amount, unit } = partsOf(typed);
	if (amount.trim() === '') return undefined;
	return Number(amount) * (UNITS.find(([name]) => name === unit)?.[1] ?? Number.NaN);
}
