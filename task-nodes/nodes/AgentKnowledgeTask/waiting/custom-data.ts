import type { IExecuteFunctions } from 'n8n-workflow';

/** Characters of a value in n8n's custom data. n8n cuts longer ones, and a cut address leads nowhere. */
const LONGEST_VALUE = 255;

/** A value for each key, and shorter ones in its place if it is too long. No value: the key stays as it was. */
export type CustomData = Readonly<Record<string, readonly string[]>>;

/**
 * Puts addresses into the execution's custom data. n8n shows it for an execution that waits, whose node it shows without
 * output and tooltip. Without room for another key, n8n leaves it out. Nothing of this may end the execution.
 */
export function keepInCustomData(context: IExecuteFunctions, data: CustomData): void {
	for (const [key, values] of Object.entries(data)) {
		const value = values.find(({ length }) => length > 0 && length <= LONGEST_VALUE);
		if (value === undefined) continue;
		try {
			context.customData.set(key, value);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			context.logger.warn(`Agent Knowledge Task: n8n did not keep "${key}" with the execution: ${why}`);
		}
	}
}

/** As many of the ids as fit, the first ones first: shorter and shorter. */
export function listsOf(ids: readonly string[]): string[] {
	return ids.map((_id, left) => ids.slice(0, ids.length - left).join(', '));
}
