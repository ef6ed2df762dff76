import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listTasks } from '../api/client';
import { useLive } from '../api/live';
import { Loaded } from '../parts/loaded';
import type { TaskType } from '../api/types';
import { type Filter, listQueryOf, type Part } from './filter';
import { TaskCard } from './task-card';

const PAGE = 20;

export interface TaskListProps {
	title: string;
	/** Which part of all tasks it shows. */
	part: Readonly<Part>;
	/** What it says when there is no task. */
	none: string;
	/** Whether it disappears when there is no task. */
	isHiddenWhenEmpty?: boolean;
	filter: Filter;
	typeOf: (type: string) => TaskType | undefined;
}

/** One part of all tasks, page by page. */
export function TaskList({ title, part, none, isHiddenWhenEmpty = false, filter, typeOf }: TaskListProps) {
	const filterKey = new URLSearchParams(filter).toString();
	const { token, turn, hasTurned } = usePages(filterKey);
	const listed = listQueryOf(filter, part);
	const isExcluded = listed === null;
	const live = useLive(
		listed === null
			? null
			: async () => {
					const query = { ...listed, limit: String(PAGE) };
					return { ...(await listTasks(token === undefined ? query : { ...query, pageToken: token })), token };
				},
		[filterKey, token, isExcluded],
	);
	const heading = useRef<HTMLHeadingElement>(null);
	const shown = live.value;
	useLayoutEffect(() => {
		if (hasTurned()) heading.current?.focus();
	}, [shown?.token]);

	if (isExcluded) return null;
	const isFirst = shown?.token === undefined;
	if (isHiddenWhenEmpty && live.error === null && isFirst && (shown?.items.length ?? 0) === 0) return null;
	const isWhole = shown !== undefined && isFirst && shown.nextPageToken === null;
	return (
		<section aria-label={title}>
			<h2 ref={heading} tabIndex={-1}>
				{isWhole ? `${title} (${shown.items.length})` : title}
			</h2>
			<Loaded live={live}>
				{({ items, nextPageToken }) => (
					<>
						{items.length === 0 ? (
							<p class="soft">{filterKey === '' ? none : 'No match. Change the filter above.'}</p>
						) : (
							<ul class="cards">
								{items.map((task) => (
									<TaskCard key={task.id} task={task} type={typeOf(task.type)} />
								))}
							</ul>
						)}
						<div class="buttons">
							{!isFirst && (
								<button key="newer" type="button" onClick={() => turn(null)}>
									Newer
								</button>
							)}
							{nextPageToken !== null && items.length > 0 && (
								<button key="older" type="button" onClick={() => turn(nextPageToken)}>
									Older
								</button>
							)}
						</div>
					</>
				)}
			</Loaded>
		</section>
	);
}

/** Which page is shown. Another filter begins at the first page. */
function usePages(filterKey: string) {
	const [pages, setPages] = useState<{ filterKey: string; tokens: string[] }>({ filterKey, tokens: [] });
	const tokens = pages.filterKey === filterKey ? pages.tokens : [];
	const isTurning = useRef(false);
	return {
		/** Of the page. Undefined: the first. */
		token: tokens.at(-1),
		/** @param next token of the older page. Null: back to the newer one */
		turn: (next: string | null) => {
			if (next === tokens.at(-1)) return;
			isTurning.current = true;
			setPages({ filterKey, tokens: next === null ? tokens.slice(0, -1) : [...tokens, next] });
		},
		/** Whether somebody turned the page since the last call. */
		hasTurned: () => {
			const turned = isTurning.current;
			isTurning.current = false;
			return turned;
		},
	};
}
