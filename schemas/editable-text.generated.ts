import type { EditableText } from './editable-text.ts';

export const editableText: Record<string, EditableText> = {
  "block": {
    "children": [
      {
        "text": true
      }
    ]
  },
  "page": {
    "title": true,
    "sections": [
      "hero",
      "textBlock",
      "serviceCards",
      "priceGuide",
      "people",
      "featureCards",
      "figures",
      "evidenceList",
      "testimonials",
      "iconTiles",
      "imageTiles",
      "film",
      "process",
      "checklist",
      "checklistGroups",
      "tenderTool",
      "enquiryValue",
      "faq",
      "platforms",
      "successStories",
      "caseStudyList",
      "articleList",
      "cityLinks",
      "regions",
      "jobOpenings",
      "contactDetails",
      "enquiryForm",
      "globalPresence",
      "paymentForm",
      "callToAction"
    ],
    "seo": "seo"
  },
  "cityPage": {
    "name": true,
    "search": true,
    "lead": true,
    "picture": "picture",
    "insight": "richText",
    "facts": [
      {
        "term": true,
        "detail": true
      }
    ],
    "overrides": [
      "hero",
      "textBlock",
      "serviceCards",
      "people",
      "featureCards",
      "figures",
      "testimonials",
      "iconTiles",
      "process",
      "checklist",
      "cityInsight",
      "faq",
      "cityLinks",
      "callToAction"
    ],
    "seo": "seo"
  },
  "article": {
    "title": true,
    "summary": true,
    "cover": "picture",
    "body": "articleText",
    "author": {
      "name": true,
      "role": true,
      "picture": "picture"
    },
    "links": [
      "navigationItem"
    ],
    "seo": "seo"
  },
  "caseStudy": {
    "title": true,
    "summary": true,
    "client": true,
    "sector": true,
    "cover": "picture",
    "body": "articleText",
    "series": {
      "title": true,
      "unit": true,
      "points": [
        {
          "step": true
        }
      ],
      "source": true
    },
    "evidence": "evidence",
    "seo": "seo"
  },
  "service": {
    "title": true,
    "summary": true,
    "features": [
      true
    ],
    "action": "action"
  },
  "person": {
    "name": true,
    "role": true,
    "picture": "picture",
    "languages": [
      true
    ],
    "cities": [
      true
    ],
    "askAbout": true,
    "evidence": "evidence"
  },
  "testimonial": {
    "quote": true,
    "person": true,
    "role": true,
    "evidence": "evidence"
  },
  "jobOpening": {
    "title": true,
    "location": true,
    "team": true,
    "experience": true,
    "summary": true,
    "description": "richText",
    "skills": [
      true
    ],
    "decision": [
      true
    ],
    "seo": "seo",
    "workplaces": [
      {
        "locality": true,
        "region": true
      }
    ]
  },
  "policy": {
    "title": true,
    "intro": true,
    "sections": [
      {
        "heading": true,
        "body": "policyText"
      }
    ],
    "rights": {
      "heading": true,
      "points": [
        true
      ]
    },
    "grievance": {
      "heading": true,
      "office": true,
      "email": true,
      "responseTime": true
    },
    "seo": "seo"
  },
  "tenderRule": {
    "name": true,
    "text": true,
    "exceptions": true,
    "source": true
  },
  "redirect": {},
  "siteSettings": {
    "agencyName": true,
    "legalName": true,
    "udyamNote": true,
    "bankAccount": "bankAccount",
    "gulfBankAccount": "bankAccount",
    "tagline": true,
    "description": true,
    "logo": "picture",
    "email": true,
    "phone": true,
    "grievanceOfficer": true,
    "enquiryCopies": {
      "notice": true
    },
    "applications": {
      "notice": true
    },
    "socialLinks": [
      "socialLink"
    ],
    "offices": [
      "office"
    ],
    "contactHours": [
      "hoursLine"
    ],
    "structuredHours": [
      "openingHours"
    ],
    "figures": [
      "businessFigure"
    ],
    "promises": [
      "promise"
    ],
    "mainNavigation": [
      "navigationItem"
    ],
    "mainAction": "action",
    "footerText": true,
    "footerColumns": [
      {
        "heading": true,
        "links": [
          "navigationItem"
        ]
      }
    ],
    "footerContactHeading": true,
    "footerOfficesHeading": true,
    "footerSocialHeading": true,
    "copyright": true,
    "credit": true,
    "overlayText": true,
    "skipLinkText": true,
    "menuLabel": true,
    "closeMenuLabel": true,
    "navigationLabel": true,
    "breadcrumbLabel": true,
    "homeLabel": true,
    "callLabel": true,
    "chatLabel": true,
    "readersLabel": true,
    "indiaLabel": true,
    "gulfLabel": true,
    "lastUpdatedLabel": true,
    "contentsLabel": true,
    "authorLabel": true,
    "relatedServicesLabel": true,
    "relatedLinksLabel": true,
    "relatedCitiesLabel": true,
    "relatedReadingLabel": true,
    "notFoundHeading": true,
    "notFoundText": true,
    "notFoundHint": true,
    "notFoundLinks": [
      "navigationItem"
    ],
    "notFoundAction": true,
    "titleSuffix": true,
    "defaultSeo": "seo"
  },
  "cityPageTemplate": {
    "sections": [
      "hero",
      "textBlock",
      "serviceCards",
      "people",
      "featureCards",
      "figures",
      "testimonials",
      "iconTiles",
      "process",
      "checklist",
      "cityInsight",
      "faq",
      "cityLinks",
      "callToAction"
    ],
    "seo": "seo"
  },
  "approvalRules": {},
  "hero": {
    "eyebrow": true,
    "heading": true,
    "text": true,
    "searchNote": true,
    "actions": [
      "action"
    ],
    "figures": [
      "figureRef"
    ],
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true,
    "street": "street"
  },
  "textBlock": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "body": "richText",
    "points": [
      true
    ],
    "figures": [
      "figureRef"
    ],
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true,
    "evidence": "evidence",
    "actions": [
      "action"
    ]
  },
  "serviceCards": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "cards": [
      {
        "title": true,
        "text": true,
        "features": [
          true
        ],
        "action": "action"
      }
    ],
    "actions": [
      "action"
    ]
  },
  "priceGuide": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "prices": [
      {
        "title": true,
        "includes": [
          true
        ],
        "changes": [
          true
        ],
        "evidence": "evidence"
      }
    ],
    "askAction": "action",
    "fromLabel": true,
    "includesLabel": true,
    "changesLabel": true,
    "note": true
  },
  "people": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "askLabel": true
  },
  "featureCards": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "cards": [
      {
        "title": true,
        "text": true,
        "action": "action",
        "links": [
          "navigationItem"
        ]
      }
    ],
    "actions": [
      "action"
    ]
  },
  "figures": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "figures": [
      "figureRef"
    ]
  },
  "evidenceList": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "sourceLabel": true,
    "dateLabel": true,
    "untilLabel": true
  },
  "testimonials": {
    "eyebrow": true,
    "heading": true,
    "intro": true
  },
  "iconTiles": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "tiles": [
      {
        "label": true
      }
    ]
  },
  "imageTiles": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "tiles": [
      {
        "picture": "picture",
        "caption": true,
        "text": true,
        "link": "link"
      }
    ]
  },
  "film": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "video": "video",
    "actions": [
      "action"
    ]
  },
  "process": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "steps": [
      {
        "title": true,
        "text": true,
        "duration": true
      }
    ],
    "actions": [
      "action"
    ]
  },
  "checklist": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "points": [
      {
        "title": true,
        "text": true
      }
    ],
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true,
    "actions": [
      "action"
    ]
  },
  "checklistGroups": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "groups": [
      {
        "title": true,
        "points": [
          true
        ]
      }
    ],
    "note": true,
    "actions": [
      "action"
    ]
  },
  "tenderTool": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "sendAction": "action",
    "kindLabel": true,
    "buyerLabel": true,
    "bidderLabel": true,
    "chooseLabel": true,
    "submitLabel": true,
    "resultHeading": true,
    "decidesText": true,
    "changeLabel": true,
    "noRuleText": true,
    "endedText": true,
    "sourceLabel": true,
    "checkedLabel": true,
    "untilLabel": true,
    "unconfirmedText": true,
    "valueLabel": true,
    "valueHelp": true,
    "priceLabel": true,
    "exemptText": true,
    "closingLabel": true,
    "timeLabel": true,
    "referenceLabel": true,
    "closingText": true,
    "lateText": true,
    "calendarLabel": true,
    "yesLabel": true,
    "noLabel": true,
    "unsureLabel": true,
    "canText": true,
    "fixText": true,
    "cannotText": true,
    "metText": true,
    "failedText": true,
    "openText": true,
    "relaxedText": true,
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true
  },
  "enquiryValue": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "enquiriesLabel": true,
    "shareLabel": true,
    "valueLabel": true,
    "spendLabel": true,
    "currencyLabel": true,
    "rupeesLabel": true,
    "dirhamsLabel": true,
    "submitLabel": true,
    "exampleLabel": true,
    "resultLabel": true,
    "resultText": true,
    "spendMark": true,
    "moreMark": true,
    "assumptions": true
  },
  "cityInsight": {
    "heading": true,
    "factsHeading": true,
    "portalsHeading": true,
    "nearbyHeading": true,
    "nearbyLinkText": true
  },
  "faq": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "items": [
      "faqItem"
    ]
  },
  "platforms": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "usersLabel": true,
    "cards": [
      {
        "name": true,
        "users": true,
        "focus": true
      }
    ]
  },
  "successStories": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "stories": [
      {
        "client": true,
        "text": true,
        "result": true,
        "resultLabel": true,
        "evidence": "evidence"
      }
    ]
  },
  "caseStudyList": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "actions": [
      "action"
    ]
  },
  "articleList": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "emptyText": true,
    "actions": [
      "action"
    ]
  },
  "cityLinks": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "linkText": true,
    "cities": [
      {
        "name": true
      }
    ],
    "searchesNote": true,
    "gulfSearches": [
      {
        "city": true,
        "search": true
      }
    ],
    "findLabel": true,
    "findButton": true,
    "nearText": true,
    "missingText": true,
    "askAction": "action",
    "actions": [
      "action"
    ]
  },
  "regions": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "regions": [
      {
        "name": true,
        "text": true
      }
    ],
    "actions": [
      "action"
    ]
  },
  "jobOpenings": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "applyAction": "action",
    "applyNote": true,
    "contactLabel": true,
    "experienceLabel": true,
    "postedLabel": true,
    "closingDateLabel": true,
    "decisionLabel": true,
    "skillsLabel": true,
    "closedText": true,
    "formHeading": true,
    "nameLabel": true,
    "phoneLabel": true,
    "emailLabel": true,
    "messageLabel": true,
    "fileLabel": true,
    "fileHelp": true,
    "submitLabel": true,
    "emptyText": true,
    "otherHeading": true,
    "otherText": true,
    "otherAction": "action"
  },
  "contactDetails": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "emailHeading": true,
    "emailText": true,
    "phoneHeading": true,
    "phoneText": true,
    "officesHeading": true,
    "mapLabel": true,
    "chatAction": "action"
  },
  "enquiryForm": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "nameLabel": true,
    "namePlaceholder": true,
    "emailLabel": true,
    "emailPlaceholder": true,
    "phoneLabel": true,
    "phonePlaceholder": true,
    "companyLabel": true,
    "companyPlaceholder": true,
    "messageLabel": true,
    "messagePlaceholder": true,
    "serviceLabel": true,
    "optionalLabel": true,
    "services": [
      {
        "label": true
      }
    ],
    "submitLabel": true,
    "note": true,
    "notices": [
      {
        "heading": true,
        "body": "richText"
      }
    ],
    "openingText": true,
    "signOff": true,
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true
  },
  "globalPresence": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "figures": [
      "figureRef"
    ],
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true,
    "actions": [
      "action"
    ]
  },
  "paymentForm": {
    "eyebrow": true,
    "heading": true,
    "intro": true,
    "paper": "paper",
    "picture": "picture",
    "pictureCaption": true,
    "badges": [
      {
        "label": true,
        "meaning": true
      }
    ],
    "nameLabel": true,
    "namePlaceholder": true,
    "nameHelp": true,
    "phoneLabel": true,
    "phonePlaceholder": true,
    "phoneHelp": true,
    "billLabel": true,
    "billPlaceholder": true,
    "billHelp": true,
    "amountLabel": true,
    "amountPlaceholder": true,
    "amountHelp": true,
    "emailLabel": true,
    "emailHelp": true,
    "submitLabel": true,
    "busyLabel": true,
    "note": "richText",
    "transferHeading": true,
    "transferText": true,
    "transferRequest": true,
    "rupeesHeading": true,
    "methodsHeading": true,
    "methods": [
      {
        "label": true
      }
    ]
  },
  "callToAction": {
    "heading": true,
    "text": true,
    "actions": [
      "action"
    ]
  },
  "action": {
    "label": true,
    "link": "link"
  },
  "articleText": [
    "block",
    "factTable",
    "picture"
  ],
  "bankAccount": {
    "details": true,
    "evidence": "evidence"
  },
  "businessFigure": {
    "value": true,
    "label": true,
    "evidence": "evidence"
  },
  "evidence": {
    "covers": true
  },
  "factTable": {
    "caption": true,
    "termHeading": true,
    "detailHeading": true,
    "rows": [
      {
        "term": true,
        "detail": true
      }
    ]
  },
  "faqItem": {
    "question": true,
    "answer": "richText"
  },
  "figureRef": {
    "label": true
  },
  "hoursLine": {
    "days": true,
    "hours": true
  },
  "link": {},
  "navigationItem": {
    "label": true,
    "link": "link"
  },
  "office": {
    "name": true,
    "role": true,
    "addressLines": [
      true
    ],
    "locality": true,
    "region": true,
    "postalCode": true,
    "country": true,
    "phone": true,
    "hours": [
      "openingHours"
    ]
  },
  "openingHours": {},
  "paper": {
    "exampleLabel": true,
    "from": true,
    "title": true,
    "number": true,
    "lines": [
      {
        "term": true,
        "text": true,
        "note": true
      }
    ],
    "stamp": true,
    "second": {
      "from": true,
      "title": true,
      "number": true,
      "lines": [
        {
          "term": true,
          "text": true,
          "note": true
        }
      ],
      "stamp": true
    },
    "caption": true
  },
  "picture": {
    "alt": true,
    "credit": true
  },
  "policyText": [
    "block",
    "factTable"
  ],
  "promise": {
    "label": true,
    "wordings": [
      true
    ],
    "evidence": "evidence"
  },
  "richText": [
    "block"
  ],
  "seo": {
    "image": "picture"
  },
  "socialLink": {},
  "street": {
    "houses": [
      {
        "picture": "picture",
        "signs": [
          {
            "label": true,
            "note": true,
            "link": "link"
          }
        ]
      }
    ]
  },
  "video": {
    "poster": "picture",
    "title": true,
    "playLabel": true,
    "note": true
  }
};
