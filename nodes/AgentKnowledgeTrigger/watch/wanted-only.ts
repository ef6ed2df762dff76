import type { IDataObject } from 'n8n-workflow';
import { onePerPerson } from '../memory/persons';
import type { Watch } from './watch';

/** How many of the newest items the editor's test looks through. */
export const LOOKED_THROUGH = 100;

/**
 * Watches the same, and returns the wanted items only. The others count as seen.
 * @param isWanted undefined: all are
 * @param isOnePerPerson of the newest items too, only the first of each person. Polls do that with all agents together
 */
export function wantedOnly(
	watch: Watch,
	isWanted: ((item: IDataObject) => boolean) | undefined,
	isOnePerPerson = false,
): Watch {
	if (isWanted === undefined && !isOnePerPerson) return watch;
	return {
		mostKnown: watch.mostKnown,
		async look(memory, most) {
			const look = await watch.look(memory, most);
			if (isWanted === undefined) return look;
			const news = look.news.filter(({ item }) => isWanted(item));
			const others = look.news.filter(({ item }) => !isWanted(item));
			return { ...look, news, rest: [...look.rest, ...others], settled: look.settled + others.length };
		},
		async newest(most) {
			const newest = await watch.newest(LOOKED_THROUGH);
			const wanted = isWanted === undefined ? newest : newest.filter(isWanted);
			return (isOnePerPerson ? firstOfPersons(wanted) : wanted).slice(0, most);
		},
	};
}

/** @param leads newest first @returns the same order */
export function firstOfPersons(leads: readonly IDataObject[]): IDataObject[] {
	return onePerPerson(leads.toReversed(), []).items.toReversed();
}
