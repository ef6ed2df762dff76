import type { Repositories } from '../database/repositories';
import { measureText, splitPassages } from '../documents/plain-text';

export interface PageText {
	url: string;
	title: string;
	text: string;
}

/** Adds texts and pages to the searchable passages. Call it inside a transaction. */
export class KnowledgeBase {
	constructor(private readonly repositories: Pick<Repositories, 'pages' | 'passages' | 'sources'>) {}

	/** Replaces the passages of the snippet. */
	indexText(source: { id: number; agentId: string; name: string }, content: string): void {
		this.repositories.passages.deleteOfSource(source.id);
		this.repositories.passages.insert({
			agentId: source.agentId,
			sourceId: source.id,
			pageId: null,
			title: source.name,
			url: null,
			contents: splitPassages(content),
		});
	}

	/** Replaces the passages of the page. */
	indexPage(source: { id: number; agentId: string }, page: PageText): void {
		const { pages, passages, sources } = this.repositories;
		const readAt = new Date().toISOString();
		const { url, title } = page;
		const pageId = pages.save({ sourceId: source.id, url, title, readAt, ...measureText(page.text) });
		passages.deleteOfPage(pageId);
		passages.insert({
			agentId: source.agentId,
			sourceId: source.id,
			pageId,
			title,
			url,
			contents: splitPassages(page.text),
		});
		sources.updateTotals(source.id);
	}

	/** Removes pages that no longer exist. */
	dropPages(sourceId: number, urls: string[]): void {
		for (const url of urls) this.repositories.pages.delete(sourceId, url);
		this.repositories.sources.updateTotals(sourceId);
	}
}
