import type { ReadPage } from '../../AgentKnowledge/transport/list-items';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import { rowOf } from '../../AgentKnowledge/transport/row';
import type { Memory } from '../memory/memory';
import { sightingOf, type Sighting } from './sighting';
import type { Look, Watch } from './watch';

type Page<Each> = Awaited<ReturnType<ReadPage<Each>>>;

const FIRST_PAGE = { limit: 100, offset: 0 };
const MOST_KNOWN = 500;
/** How far to read without meeting anything known, where no time tells what is old: so many may have been deleted. */
const MOST_UNSURE = 1_000;

/** Watches what comes to a list that shows the newest first: reads down to a page without news (design, part 5). */
export function newestFirst<Each extends { id?: unknown }>(readPage: ReadPage<Each>): Watch {
	return {
		mostKnown: MOST_KNOWN,
		async look(memory, most) {
			const first = await readPage(FIRST_PAGE);
			if (memory === null) return firstLook(first);
			// Everything above is newer than the oldest news that this poll can give out: a backlog is not read again and again.
			const begin = Math.max(0, first.total - memory.settled - most);
			const look = await readDown(readPage, { first, begin, memory, most });
			return look.news.length > 0 || begin === 0 ? look : await readDown(readPage, { first, begin: 0, memory, most });
		},
		async newest(most) {
			const { items } = await readPage({ limit: most, offset: 0 });
			return items.map(rowOf);
		},
	};
}

function firstLook<Each extends object>({ items, total }: Page<Each>): Look {
	return { news: [], rest: items.map(sightingOf).reverse(), settled: total, goesOn: total > items.length };
}

interface Reading<Each> {
	first: Page<Each>;
	/** Offset to begin at. */
	begin: number;
	memory: Memory;
	most: number;
}

async function readDown<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	{ first, begin, memory, most }: Reading<Each>,
): Promise<Look> {
	const above: Sighting[] = [];
	const late: Sighting[] = [];
	const rest: Sighting[] = [];
	let unsure = 0;
	let metKnown = false;
	let newsBefore = 0;
	const pages = pagesFrom(readPage, first, begin);
	for await (const item of listItems(pages.read)) {
		const sighting = sightingOf(item);
		if (memory.has(sighting.key) || memory.isOlder(sighting.at)) {
			metKnown = true;
			rest.push(sighting);
		} else if (!metKnown) {
			above.push(sighting);
			unsure += memory.isNewer(sighting.at) ? 0 : 1;
		} else {
			// It stands below what is known already: an old one that moved up, or one that came late with an earlier time.
			(memory.isNewer(sighting.at) ? late : rest).push(sighting);
		}
		if (unsure > most + MOST_UNSURE && !metKnown) break;
		if (!pages.endsWith(item)) continue;
		const newsNow = above.length + late.length;
		if (metKnown && newsNow === newsBefore) break;
		newsBefore = newsNow;
	}
	const fromHere = first.total - memory.settled - begin;
	const isNew = ({ at }: Sighting, index: number) => metKnown || memory.isNewer(at) || index < fromHere;
	const news = above.filter(isNew);
	const old = above.filter((sighting, index) => !isNew(sighting, index));
	return {
		news: [...news, ...late].reverse(),
		rest: [...old, ...rest].reverse(),
		settled: Math.max(0, first.total - begin - news.length),
	};
}

/** The list from an offset on. The first page was read already. */
function pagesFrom<Each>(readPage: ReadPage<Each>, first: Page<Each>, begin: number) {
	let unused = begin === 0 ? first : null;
	let last: Each | undefined;
	const read: ReadPage<Each> = async ({ limit, offset }) => {
		const page = unused ?? (await readPage({ limit, offset: begin + offset }));
		unused = null;
		last = page.items.at(-1);
		return { items: page.items, total: Math.max(0, page.total - begin) };
	};
	return { read, endsWith: (item: Each) => item === last };
}
