import { serveSearches } from '../../engine/embedded/host/serve-searches.ts';
import { type AnsweringContext, createSearchCalls } from '../service/search/search-service.ts';
import { RECORD_OPENERS } from '../store/open-records.ts';

serveSearches(RECORD_OPENERS, (answering) => createSearchCalls(answering as AnsweringContext));
