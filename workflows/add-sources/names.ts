/** The fields that make up the name and the content of a source. */
type Named =
	| { type: 'url'; url: string }
	| { type: 'text'; title: string; content?: string | undefined; blob?: string | undefined }
	| { type: 'file'; filename: string; blob: string };

/** The name of a source in the agent's list. Pure: the workflow and its activities both use it. */
export function nameOf(source: Named): string {
	switch (source.type) {
		case 'url':
			return source.url;
		case 'text':
			return source.title;
		case 'file':
			return source.filename;
	}
}

/** Two sources with the same one cannot be told apart in the list. */
export function listKey(type: Named['type'], name: string): string {
	return `${type} ${type === 'url' ? normalized(name) : name}`;
}

/** The normal form of a page's URL, without its fragment. */
function normalized(url: string): string {
	if (!URL.canParse(url)) return url;
	const page = new URL(url);
	page.hash = '';
	return page.href;
}

/** Two sources with the same one are the same. */
export function contentKey(source: Named): string {
	const key = listKey(source.type, nameOf(source));
	if (source.type === 'url') return key;
	if (source.type === 'text' && source.content !== undefined) return `${key} content ${source.content}`;
	return `${key} ${source.blob}`;
}
