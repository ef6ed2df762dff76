import type { IDataObject } from 'n8n-workflow';
import type { Watch } from './watch';

/** How many of the newest items the editor's test looks through. */
export const LOOKED_THROUGH = 100;

/** Watches the same, and returns the wanted items only. The others count as seen. */
export function wantedOnly(watch: Watch, isWanted: ((item: IDataObject) => boolean) | undefined): Watch {
	if (isWanted === undefined) return watch;
	return {
		mostKnown: watch.mostKnown,
		async look(memory, most) {
			const look = await watch.look(memory, most);
			const news = look.news.filter(({ item }) => isWanted(item));
			const others = look.news.filter(({ item }) => !isWanted(item));
			return { ...look, news, rest: [...look.rest, ...others], settled: look.settled + others.length };
		},
		async newest(most) {
			return (await watch.newest(LOOKED_THROUGH)).filter(isWanted).slice(0, most);
		},
	};
}
