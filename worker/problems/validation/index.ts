export { issueText } from './issue-text';
export { fieldIssues } from './issues';
